import { at } from './workspace.mjs'

/**
 * How the server is started. A call leaves much behind and keeps little: about 60 MB live however long it runs. Told so,
 * V8 collects what is dead soon instead of letting the process grow to 400 MB; and it collects on the thread that waits
 * for it anyway, since helpers would take the cores that PostgreSQL works on (`npm run bench -- --only list,process`).
 */
const flags = ['--max-semi-space-size=8', '--max-old-space-size=768', '--no-parallel-scavenge']

/** Arguments of Node for the server as it was built. */
export const serverProcess = [...flags, at('server', 'dist', 'main.mjs')]

/** Arguments of Node for the gateway of terminals, built with it. */
export const gatewayProcess = [...flags, at('server', 'dist', 'gateway.mjs')]

/** The server from its sources, which needs no build and more memory. */
export const serverFromSources = [...flags, at('server', 'src', 'main.ts')]
