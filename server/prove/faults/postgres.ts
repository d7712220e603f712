import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/* What may happen to the processes of PostgreSQL at once, by Linux's list of them. */

/** The postmaster and its children. */
async function processesOf(cluster: string): Promise<number[]> {
  const [postmaster = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const children = await Promise.all(
    all.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return / \w (\d+) /.exec(stat.slice(stat.lastIndexOf(')')))?.[1] === postmaster ? [Number(pid)] : []
    }),
  )
  return [Number(postmaster), ...children.flat()]
}

/** Stops all processes of a cluster, lets them go on, or kills them as a power cut would. */
export async function signalPostgres(folder: string, signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void> {
  for (const pid of await processesOf(join(folder, 'postgres'))) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}
