import React, { useState } from 'react';

interface Properties {
  title: string;
  items?: string[];
}

export const List: React.FC<Properties> = ({ title, items = [] }) => {
  const [count, setCount] = useState<number>(0);
  if (!items) {
    return null;
  }
  return (
    <section className="list" data-count={count} hidden {...title}>
      <h1>{title} text</h1>
      {/* a comment */}
      {count > 0 && <p>some</p>}
      {items.length ? <ul>{items.map((item) => <li key={item}>{item}</li>)}</ul> : <br />}
      <button onClick={() => setCount(count + 1)} disabled={false}>
        Add
      </button>
      <>
        <Item.Sub value="x" />
        <Generic<string> name='y' />
      </>
    </section>
  );
};

function Item({ value }: { value: string }): JSX.Element | null {
  return value ? <span>{value}</span> : null;
}
