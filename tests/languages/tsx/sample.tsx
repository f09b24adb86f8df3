import * as React from 'react';

type Props = { title: string };

/** A panel. */
export function Panel({ title }: Props) {
  const onClick = () => title;
  return <section onClick={onClick}>{title}</section>;
}

export const Row = React.memo((props: Props) => <li>{props.title}</li>);
export default React.forwardRef(function Field(props: Props, ref) { return <input ref={ref} />; });

export const Card: React.FC<Props> = ({ title, ...rest }) => {
  const [open, setOpen] = useState(false);
  const toggle = useCallback(() => setOpen(!open), [open]);
  useEffect(() => { const cleanup = () => {}; return cleanup; }, []);
  return <Panel title={title} render={() => <b onClick={() => toggle()} />} />;
};
export const List = <T,>({ items }: { items: T[] }) => <ul>{items.map((item) => <li />)}</ul>;
const Context = React.createContext<Props | null>(null);
export const Input = forwardRef<HTMLInputElement, Props>(function Input(props, ref) { return null; });
export const Memoised = memo(Panel);
export const Lazy = React.lazy(() => import('./Lazy'));
Card.displayName = 'Card';
Card.Header = function Header() { return <h1 />; };
class Legacy extends React.Component<Props> {
  state = { count: 0 };
  static defaultProps: Partial<Props> = {};
  handleClick = () => this.setState({});
  render() { return <div className="x">{this.props.title}</div>; }
}
export default memo(Legacy);
