import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { contract } from '@cheyi/contract/index'
import { refusals } from '@cheyi/domain/refusal'
import type { Ground } from '../ground.ts'
import { Stranger } from '../stranger.ts'
import type { Door } from './door.ts'

/** Of networks behind the server, in every way to write them. A demo may send to its own machine, for its simulators. */
const inward = [
  'https://10.0.0.1/',
  'https://167772161/',
  'https://012.0.0.1/',
  'https://0xa.0.0.1/',
  'https://0xa000001/',
  'https://10.1/',
  'https://10。0。0。1/',
  'https://１０.0.0.1/',
  'https://①⓪.0.0.1/',
  'https://192.168.1.1/',
  'https://172.31.255.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://2852039166/',
  'https://0.0.0.0/',
  'https://255.255.255.255/',
  'https://224.0.0.1/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a00:1]/',
  'https://[::10.0.0.1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[2002:a00:1::1]/',
  'https://[2001:0:a00:1::1]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[fec0::1]/',
  'https://[::]/',
  'https://[2001:db8::1]/',
  'https://intranet/',
  'https://server.internal/',
  'https://printer.local./',
  'https://router.lan/',
  'https://files.home.arpa/',
  'https://rent.example@10.0.0.1/',
  'https://rent.example:10@10.0.0.1/',
  'https://rent.example:5432/',
  'http://rent.example/',
  'http://8.8.8.8/',
  'file:///etc/passwd',
  'gopher://10.0.0.1/',
  'data:text/plain,x',
  'javascript:alert(1)',
  '//10.0.0.1/',
  '10.0.0.1',
] as const

/** Addresses that a merchant lets the server send to, and an answer that leads elsewhere. */
export async function addresses({ url, attacker, root }: Ground, door: Door): Promise<void> {
  door.row.calls = 2
  const owner = new Stranger(url, { token: attacker.w.tokens.owner })
  for (const address of inward) {
    const input = { source: 7, url: address, enabled: true, pushStock: false }
    const answer = await owner.call(contract.channelPush.webhookSave, input)
    // Any other refusal would mean that the address was good.
    door.judge(`webhook ${address}`, answer, answer.code === refusals.badInput.code)
  }
  let trapped = 0
  const listen = async (server: ReturnType<typeof createServer>) => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }
  const trap = createServer((_request, response) => {
    trapped++
    response.end()
  })
  const inside = await listen(trap)
  for (const status of [301, 302, 303, 307, 308]) {
    const redirects = createServer((_request, response) => response.writeHead(status, { location: inside }).end())
    const address = await listen(redirects)
    await root.query('update channel_webhook set url = $2, enabled = true where merchant_id = $1 and source = 7', [
      attacker.w.merchantId,
      address,
    ])
    const { data } = await owner.call(contract.channelPush.webhookTest, { source: 7 })
    const told = data as { ok?: boolean; status?: number } | null
    door.held(
      `redirect ${status}: ${JSON.stringify(data)}`,
      trapped === 0 && told?.ok === false && told.status === status,
    )
    redirects.close()
  }
  trap.close()
}
