import * as React from 'react';

type Props = { title: string };

/** A panel. */
export function Panel({ title }: Props) {
  const onClick = () => title;
  return <section onClick={onClick}>{title}</section>;
}

export const Row = React.memo((props: Props) => <li>{props.title}</li>);
export default React.forwardRef(function Field(props: Props, ref) { return <input ref={ref} />; });
