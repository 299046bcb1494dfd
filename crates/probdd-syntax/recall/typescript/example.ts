import type { Config } from './config';
import { helper, type Option } from './helper';
import legacy = require('legacy');

export type Pair<K extends string = string, V = number> = { key: K; readonly value?: V };
type Union = 'a' | 'b' | 3;
type Both = Config & Option;
type Fn = (first: number, second?: string) => void;
type Mapped<T> = { readonly [P in keyof T]?: T[P] };
type Chosen<T> = T extends (infer U)[] ? U : never;
type Tuple = [first: string, second?: number, ...rest: boolean[]];
type Template = `id-${string}`;

export interface Shape<T> extends Config, Option {
  readonly name: string;
  area?(scale: number): T;
  [index: string]: unknown;
  new (size: number): Shape<T>;
  (call: boolean): void;
}

export enum Colour { Red = 1, Green = 'g', Blue }
declare const enum Flags { None }

declare module 'ambient' {
  export function external(value: any): void;
}
namespace Inner.Deep { export const limit = 3; }

function decorate(label: string): ClassDecorator { return (target) => { console.log(label, target); }; }

@decorate('class')
export abstract class Base<T> extends helper.Parent<T> implements Config, Shape<T> {
  private static readonly count: number = 0;
  declare optional?: string;
  definite!: number;
  constructor(private readonly side: number, public label?: string) {
    super();
  }
  abstract missing(): void;
  @decorate('method')
  protected override async compute<U>(this: Base<T>, input: U, ...rest: T[]): Promise<U> {
    return input;
  }
  get half(): number { return this.side / 2; }
  overloaded(value: string): void;
  overloaded(value: number): void;
  overloaded(value: any): void {}
}

function assertString(value: unknown): asserts value is string {
  if (typeof value !== 'string') throw new Error('no');
}
function isPair(value: any): value is Pair { return 'key' in value; }

let total: number = 1, list: Array<number>, maybe: string | undefined;
const forced = maybe!.length as unknown as number;
const casted = <number>forced;
const checked = { one: 1 } satisfies Record<string, number>;
let unique: unique symbol, query: typeof total, indexed: Config['name'];

for (const item of list) {
  total += item;
}
if (total > 3) {
  total = 4;
} else {
  total = 5;
}
// a line comment
export default Base;
export type { Config, Option as Renamed };
const generic = identity<string, number>('x', casted);
