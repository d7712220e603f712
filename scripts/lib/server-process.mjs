import { at } from './workspace.mjs'

/**
 * How the server is started. A call leaves much behind and keeps little: about 60 MB live however long it runs. Told so,
 * V8 collects what is dead soon instead of letting the process grow to several times that (`npm run bench -- --only
 * process`); what would need more than the limit is a leak and better ends.
 */
export const serverProcess = ['--max-semi-space-size=8', '--max-old-space-size=384', at('server', 'src', 'main.ts')]
