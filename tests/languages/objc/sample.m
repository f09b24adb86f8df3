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
