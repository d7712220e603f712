import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { runTableTask, type TableTask } from './table-work.ts'

/*
 * The process that reads and writes spreadsheets; `tables.ts` starts one for each. A hostile file can reach no secrets in its memory, and the
 * memory is freed with it. It gets its task as arguments and bytes on stdin, and answers on stdout.
 */

const task = process.argv.slice(2) as unknown as TableTask
Readable.from([await runTableTask(task, await buffer(process.stdin))]).pipe(process.stdout)
