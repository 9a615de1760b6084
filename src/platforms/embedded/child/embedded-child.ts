import { serveParent } from './serve-parent.js';

void serveParent();
