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

test('a part that fails or hangs does not stop the others from closing', async () => {
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
  /** A process up to its end: the signals it got, the lines it logged, the parts it closed. */
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

  test('logs an unhandled promise rejection and continues', () => {
    const { own, said, shutdown } = started()
    own.on('exit', () => expect.unreachable('it ended'))
    expect(own.emit('unhandledRejection', err)).toBe(true)
    expect(said).toEqual([['error', 'nobody waited for this', { err }]])
    expect(shutdown.begun).toBe(false)
  })

  test('in an unknown state closes its parts and ends with an error', async () => {
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

  test('logs when a part did not close', async () => {
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

/** The emitter above replaces the process, but Node itself must keep running because of the handler. */
test('node continues after an unhandled rejection that was logged', async () => {
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
