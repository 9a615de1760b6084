import type { Cell } from '../types/index.js';
import { cellKey } from '../values/index.js';

/** Numbers classes from 1 on, in order of appearance. */
export class ClassInterner {
  private readonly byText = new Map<string, number>();
  private readonly byNumber = new Map<number, number>();
  private readonly byKey = new Map<string, number>();
  private next = 1;

  idOf(cell: Cell): number {
    if (typeof cell === 'string') return this.lookUp(this.byText, cell);
    if (typeof cell === 'number') return this.lookUp(this.byNumber, cell);
    if (typeof cell === 'boolean') return this.lookUp(this.byNumber, cell ? 1 : 0);
    const key = cellKey(cell);
    if (key.startsWith('s')) return this.lookUp(this.byText, key.slice(1));
    if (key.startsWith('n')) {
      const number = Number(key.slice(1));
      // Only keys of doubles read back as the same text; wide integers and other decimals do not.
      if (`n${number}` === key) return this.lookUp(this.byNumber, number);
    }
    return this.lookUp(this.byKey, key);
  }

  idOfKey(key: string): number {
    return this.lookUp(this.byKey, key);
  }

  private lookUp<K>(map: Map<K, number>, key: K): number {
    let id = map.get(key);
    if (id === undefined) {
      id = this.next++;
      map.set(key, id);
    }
    return id;
  }
}
