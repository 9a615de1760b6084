export { type Interval, wilsonInterval } from './wilson-interval.js';
