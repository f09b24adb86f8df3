#import <Foundation/Foundation.h>
@import UIKit;

typedef int (*Callback)(void);

@protocol Shape <NSObject>
- (void)draw;
@end

/// A gauge.
@interface Gauge : NSObject <Shape> {
  int _hidden;
}
@property (nonatomic, copy) NSString *title;
- (instancetype)initWithFoo:(int)foo bar:(NSString *)bar;
+ (instancetype)shared;
@end

@interface Gauge (Extra)
- (void)extra;
@end

@implementation Gauge
- (instancetype)initWithFoo:(int)foo bar:(NSString *)bar { return self; }
+ (instancetype)shared { return nil; }
@end

@implementation Gauge (Extra)
- (void)extra { [self draw]; }
@end

static int helper(int a) { return a; }

#import "Gauge.h"
@class Forward, Other;
@protocol Later;
NS_ASSUME_NONNULL_BEGIN

typedef NS_ENUM(NSInteger, GaugeMode) {
  GaugeModeOff,
  GaugeModeOn = 2,
};
typedef NS_OPTIONS(NSUInteger, GaugeFlags) { GaugeFlagA = 1 << 0 };
typedef void (^Completion)(NSError *_Nullable error);
extern NSString *const GaugeDidChange;
static NSString *const kKey = @"key";

@protocol Reading <NSObject, Shape>
@required
- (double)value;
@optional
@property (nonatomic, readonly) BOOL ready;
+ (void)reset;
@end

@interface Gauge ()
@property (nonatomic, weak, nullable) id<Reading> delegate;
@property (nonatomic, copy) void (^handler)(int);
- (void)privately;
@end

@interface Box<__covariant ObjectType> : NSObject
- (ObjectType)open;
@end

@implementation Box {
  NSMutableArray<NSString *> *_items;
  int _count, *_counts;
}
@synthesize title = _title;
@dynamic other;

/// Makes one.
+ (instancetype)boxWithItems:(NSArray *)items
                       count:(NSUInteger)count {
  dispatch_async(queue, ^{ [self open]; });
  return [[self alloc] init];
}
#pragma mark - Life
- (void)dealloc {
}
- (id)objectAtIndexedSubscript:(NSUInteger)index { return nil; }
- (void)log:(NSString *)format, ... NS_FORMAT_FUNCTION(1, 2) {}
static void helper_in_class(void) {}
- (IBAction)tapped:(id)sender forEvent:(UIEvent *)event { }
@end

void (^block)(int) = ^(int x) { };
#define GAUGE_MAX 10
NS_INLINE int inlined(int a) { return a; }
FOUNDATION_EXPORT NSString *GaugeName(void);
struct CPoint { float x; };

@interface GaugeTests : XCTestCase
@end
@implementation GaugeTests
- (void)testReading { XCTAssert(YES); }
@end
NS_ASSUME_NONNULL_END
