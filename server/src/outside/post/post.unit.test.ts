import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPost } from './post.ts'

/* Receivers that answer slowly, too much, or under a name that changes its address. */

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function receiver(react: RequestListener): Promise<string> {
  const server = createServer(react)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`
}

const send = (url: string, parts?: Parameters<typeof openPost>[1]) =>
  openPost({ simulators: 'loopback' }, parts).post(url, {}, '{}')

describe('an answer', () => {
  it('is cut off at its time-out, before it began and while it trickles', async () => {
    const silent = await receiver(() => {})
    await expect(send(silent, { timeout: 60 })).rejects.toThrow('5秒内未应答')
    let bytes = 0
    const slow = await receiver((_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => {
        bytes++
        response.write('.')
      }, 20)
      response.on('close', () => clearInterval(drip))
    })
    await expect(send(slow, { timeout: 120 })).rejects.toThrow('5秒内未应答')
    expect(bytes).toBeGreaterThan(0)
  })

  it('of 10 MB is read for four kilobytes, then the connection ends', async () => {
    const most = 10 * 1024 * 1024
    let sent = 0
    let closed = () => {}
    const ended = new Promise<void>((resolve) => {
      closed = resolve
    })
    const url = await receiver((_, response) => {
      response.writeHead(200)
      const more = () => {
        while (sent < most) {
          sent += 16_384
          if (!response.write('x'.repeat(16_384))) return void response.once('drain', more)
        }
        response.end()
      }
      response.on('close', closed)
      more()
    })
    expect(await send(url)).toEqual({ status: 200, body: 'x'.repeat(4096) })
    await ended
    // What the buffers of both sides hold at most.
    expect(sent).toBeLessThan(most)
  })
})

describe('a name', () => {
  type Found = { address: string; family: number }[]
  const resolver = (...answers: string[][]) =>
    vi.fn((_: string, __: unknown, answer: (error: null, found: Found) => void) => {
      const addresses = answers.length > 1 ? answers.shift()! : answers[0]!
      answer(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      )
    })
  const post = (resolve: ReturnType<typeof resolver>) =>
    openPost({ simulators: 'off' }, { resolve: resolve as never, timeout: 150 }).post(
      'https://example.com/notify',
      {},
      '{}',
    )

  it('that leads into a private network is refused, also beside a public address', async () => {
    for (const addresses of [['127.0.0.1'], ['10.0.0.8'], ['169.254.169.254'], ['8.8.8.8', '192.168.1.1']])
      await expect(post(resolver(addresses))).rejects.toThrow('域名解析到非公网地址')
  })

  it('is resolved once for a connection and connected to that address, so that a second answer leads nowhere', async () => {
    const reached = vi.fn()
    const url = await receiver((_, response) => {
      reached()
      response.writeHead(204).end()
    })
    const rebinding = resolver(['127.0.0.1'], ['10.0.0.8'])
    const named = url.replace('127.0.0.1', 'localhost')
    expect(await send(named, { resolve: rebinding as never })).toMatchObject({ status: 204 })
    expect(rebinding).toHaveBeenCalledTimes(1)
    await expect(send(named, { resolve: rebinding as never })).rejects.toThrow('域名解析到非公网地址')
    expect(rebinding).toHaveBeenCalledTimes(2)
    expect(reached).toHaveBeenCalledTimes(1)
  })
})
