import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { createDeadline } from './deadline.ts'

const server = createServer().listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

/** A call whose client is still connected. */
async function ask() {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  return { client, response }
}

it('is aborted when the client disconnects, before or after the signal is first used', async () => {
  const first = await ask()
  const asked = createDeadline(first.response).signal()
  expect(asked.aborted).toBe(false)
  first.client.destroy()
  await once(asked, 'abort')

  const second = await ask()
  second.client.resetAndDestroy()
  await once(second.response, 'close')
  const late = createDeadline(second.response)
  expect(late.signal().aborted).toBe(true)
  expect(late.signal().reason).toEqual(asked.reason)
  late.clear()
})
