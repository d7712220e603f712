import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { InstanceRunning, lockInstance } from './instance-lock.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cheyi-lock-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('only one process has the lock; after its release, the next one can', async () => {
  const first = await lockInstance(folder)
  await expect(lockInstance(folder)).rejects.toThrow(InstanceRunning)
  await expect(lockInstance(folder)).rejects.toThrow(`进程 ${process.pid}`)
  first.release()
  const second = await lockInstance(folder)
  second.release()
})

test('a killed process leaves no lock behind', async () => {
  const file = new URL('./instance-lock.ts', import.meta.url).href
  const code = `import(${JSON.stringify(file)}).then(async ({ lockInstance }) => {
    globalThis.lock = await lockInstance(${JSON.stringify(folder)})
    process.stdout.write('held')
    setInterval(() => {}, 1000)
  })`
  const holder = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  await expect(lockInstance(folder)).rejects.toThrow(InstanceRunning)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = await lockInstance(folder)
  lock.release()
})

test('a folder that cannot be written is named', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  for (const dataDir of [file, join(file, 'data')])
    await expect(lockInstance(dataDir)).rejects.toThrow(`数据目录 ${dataDir} 不能写入`)
})
