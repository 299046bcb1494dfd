#!/usr/bin/env node
'use strict';
import base, { first, second as other } from 'module';
import * as everything from 'other-module';
import 'side-effect';

export const LIMIT = 10, TABLE = [1, , 2, ...first];
export default class Shape extends base {
  static #count = 0;
  name = 'shape';
  static { Shape.#count = 1; }
  constructor(side, { width = 1, height: tall } = {}, ...rest) {
    super(side);
    this.side = side;
  }
  get area() { return this.side ** 2; }
  set area(value) { this.side = value; }
  static async *generate(count) { yield* other(count); }
  [Symbol.iterator]() { return null; }
}
export { other as renamed, everything };
export * from 'again';

let one = 1, two, three = two ?? one;
var [head, , tail = 3] = TABLE;
const object = {
  one,
  two: 'b' + one,
  'quoted': 4,
  [three]: 5,
  method(x) { return x; },
  get value() { return 6; },
  ...everything,
};

async function control(count, label = 'x') {
  let total = 0;
  outer: for (let i = 0, n = count; i < n; i++) {
    if (i > 3) {
      total += i;
      continue outer;
    } else if (i === 2) break outer;
    else {
      total--;
    }
  }
  for (const key in object) total += key.length;
  for await (const item of TABLE) {
    total ^= item;
  }
  while (total > 50) {
    total /= 2;
  }
  do {
    total--;
  } while (total > 20);
  switch (total) {
    case 1:
    case 2:
      total = 3;
      break;
    default:
      total = 4;
  }
  try {
    throw new Error('message', { cause: total });
  } catch (error) {
    console.log(error, total);
  } finally {
    total = 5;
  }
  ;
  debugger;
  // a line comment
  {
    delete object.one;
  }
  const square = (x) => x * x;
  const block = async y => { await y; };
  const named = function recursive(z) { return typeof z; };
  const text = `a ${total} b ${square(3)}`;
  const chosen = total ? square(total) : (label);
  const chained = object?.two?.[one] ?? object.method(4).name;
  const pattern = /a+/g, big = [1, 2, 3];
  one = two = 7, void three;
  return !chosen && (total || -big[0]);
}
control(new Map([[1, 2]]), ...TABLE);
if (LIMIT) control(8);
