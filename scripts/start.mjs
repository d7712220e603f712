import './lib/need-node.mjs'

/* npm start — from a fresh clone to a running system: packages, web application, server with its own database. */

// An old Node reads this file whole, and learns by its only import that it is too old; the others it could not read.
import('./lib/start.mjs')
