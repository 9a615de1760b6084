#!/usr/bin/env node
import { processIo } from './cli-io.js';
import { runCli } from './run-cli.js';

const io = processIo();
process.exitCode = await runCli(process.argv.slice(2), io);

// A module of the project may leave something open, such as a connection. It fires only if that keeps the process alive.
setTimeout(() => {
  io.stderr.write('something that the project loaded is still open after the run; ending\n');
  process.exit();
}, 5000).unref();
