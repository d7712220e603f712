import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { readBackups } from '../kernel/process/backups.ts'
import { systemClock } from '../kernel/process/clock.ts'
import { dueWork, RETRY } from './nightly-work.ts'

/*
 * The process of the container that backs up: each night a backup, once a week its restore on trial, and deletion of what is older than
 * 35 days. A night that was missed is made up for. Where systemd has timers, they do this (ops/systemd).
 */

const KEPT = 35 * DAY

const folder = resolve(process.env.BACKUP_DIR?.trim() || '/var/backups/cheyi')
const stopped = new AbortController()

/** Runs the command as a process of its own, whose memory and database end with it. @returns whether it went well */
async function backup(...args: readonly string[]): Promise<boolean> {
  const program = fileURLToPath(new URL('./backup.ts', import.meta.url))
  const child = spawn(process.execPath, [program, folder, ...args], { stdio: 'inherit', signal: stopped.signal })
  const [exit] = await once(child, 'exit').catch(() => [1])
  return exit === 0
}

/** Only after a backup that succeeded, so that the newest one is never deleted. */
async function deleteOld(): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => /^cheyi-[\d-]+\.(backup|keys|proven)$/.test(one))) {
    const path = join(folder, name)
    if (systemClock.now() - (await stat(path)).mtimeMs > KEPT) await rm(path)
  }
}

let failedTrial: number | null = null

/** What is due, one after the other. @returns whether all of it went well */
async function work(): Promise<boolean> {
  const backups = await readBackups(folder)
  if (backups === null) {
    console.error(`备份目录 ${folder} 不存在或无法读取`)
    return false
  }
  const due = dueWork(systemClock.now(), backups, failedTrial)
  if (due === 'backup') {
    if (!(await backup())) return false
    await deleteOld()
    return work()
  }
  if (due !== 'proof' || (await backup('--prove'))) return true
  failedTrial = systemClock.now()
  return false
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())
console.info(`每夜 02:30 备份到 ${folder}，每周试恢复一次，保留 35 天`)
while (!stopped.signal.aborted) {
  const isWell = await work()
  await after(isWell ? MINUTE : RETRY, undefined, { signal: stopped.signal }).catch(() => undefined)
}
