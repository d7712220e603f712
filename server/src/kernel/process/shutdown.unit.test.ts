import { spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { createShutdown, exitOnSignals } from './shutdown.ts'

const log = { info() {}, warn() {} }

test('closes in the opposite order of opening, once', async () => {
  const closed: string[] = []
  const shutdown = createShutdown(log)
  for (const name of ['lock', 'postgres', 'app']) shutdown.defer(name, () => closed.push(name))
  expect(shutdown.begun).toBe(false)
  expect(await Promise.all([shutdown.run(), shutdown.run()])).toEqual([true, true])
  expect(shutdown.begun).toBe(true)
  expect(closed).toEqual(['app', 'postgres', 'lock'])
})

test('a part that fails or hangs does not keep the rest open', async () => {
  const closed: string[] = []
  const shutdown = createShutdown(log)
  shutdown.defer('lock', () => closed.push('lock'))
  shutdown.defer('hangs', () => new Promise(() => {}), 20)
  shutdown.defer('fails', () => {
    throw new Error('no')
  })
  expect(await shutdown.run()).toBe(false)
  expect(closed).toEqual(['lock'])
})

describe('a process', () => {
  /** As far as a process ends: what it was told, what was logged, what was closed. */
  function started({ connected = false, close = () => {} }: { connected?: boolean; close?: () => void } = {}) {
    const own = Object.assign(new EventEmitter(), { connected, exit: (code: number) => own.emit('exit', code) })
    const said: unknown[] = []
    const say =
      (level: string) =>
      (...[fields, message]: readonly unknown[]) =>
        said.push([level, message, fields])
    const shutdown = createShutdown(log)
    shutdown.defer('app', close)
    exitOnSignals(shutdown, { info: say('info'), error: say('error'), fatal: say('fatal') }, own as never)
    return { own, said, shutdown }
  }
  const err = new Error('lost')

  test('tells of a promise that failed while nobody waited for it, and goes on', () => {
    const { own, said, shutdown } = started()
    own.on('exit', () => expect.unreachable('it ended'))
    expect(own.emit('unhandledRejection', err)).toBe(true)
    expect(said).toEqual([['error', 'nobody waited for this', { err }]])
    expect(shutdown.begun).toBe(false)
  })

  test('of unknown state closes what it opened and ends with an error', async () => {
    const { own, said, shutdown } = started()
    const ended = once(own, 'exit')
    own.emit('uncaughtException', err)
    expect(await ended).toEqual([1])
    expect(said).toEqual([['fatal', 'uncaught error', { err }]])
    expect(shutdown.begun).toBe(true)
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'])('ends cleanly on %s', async (event) => {
    const { own, said } = started({ connected: true })
    const ended = once(own, 'exit')
    own.emit(event)
    expect(await ended).toEqual([0])
    expect(said).toEqual([['info', 'stopping', { reason: event === 'disconnect' ? 'launcher gone' : event }]])
  })

  test('says so when a part did not close', async () => {
    const { own } = started({
      close: () => {
        throw err
      },
    })
    const ended = once(own, 'exit')
    own.emit('SIGTERM')
    expect(await ended).toEqual([1])
  })
})

/** The emitter above stands for the process: Node itself must let the handler keep it alive. */
test('node goes on after an unhandled rejection that was told', async () => {
  const script = `
    import { createShutdown, exitOnSignals } from ${JSON.stringify(new URL('./shutdown.ts', import.meta.url).href)}
    const say = (level) => ({ err }, message) => console.log(level, message, err?.message)
    const log = { info: say('info'), warn: say('warn'), error: say('error'), fatal: say('fatal') }
    exitOnSignals(createShutdown(log), log)
    Promise.reject(new Error('lost'))
    process.once('beforeExit', () => console.log('still here'))`
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(child).toMatchObject({ status: 0, stdout: 'error nobody waited for this lost\nstill here\n' })
})
