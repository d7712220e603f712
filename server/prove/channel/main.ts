import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { quickFolder } from '../../../scripts/lib/quick-folder.mjs'
import { proveHere, sizes } from './campaign.ts'
import { provePartner } from './partner.ts'
import { Report } from './report.ts'

/*
 * npm run channel -- --prove — what the open API promises to platforms, tried and compared.
 *   --size small|large  how many orders live and servers die, small by default
 *   --seed N            of everything that is random; printed, so that a run can be repeated
 *   --url U --key appKey:secret  the same for a partner at a server, with a test key: with what a partner can see, and nothing of the
 *                       merchant is changed
 *   --listen P --webhook-secret S  of a partner whose address leads to this port: what is received there is compared as well
 */

const { values } = parseArgs({
  options: {
    prove: { type: 'boolean' },
    size: { type: 'string', default: 'small' },
    seed: { type: 'string' },
    url: { type: 'string' },
    key: { type: 'string' },
    listen: { type: 'string' },
    'webhook-secret': { type: 'string' },
  },
})
const usage = '用法：npm run channel -- --prove [--size small|large] [--seed N] [--url 地址 --key 密钥编号:测试密钥]'
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const size = sizes[values.size as keyof typeof sizes]
const [appKey, secret] = (values.key ?? '').split(':')
if (!values.prove || size === undefined || !Number.isInteger(seed) || (values.url !== undefined && !secret)) {
  console.error(usage)
  process.exit(1)
}

const report = new Report()
if (values.url !== undefined) {
  const receiver =
    values.listen === undefined ? undefined : { port: Number(values.listen), secret: values['webhook-secret'] ?? '' }
  await provePartner({ url: values.url, appKey: appKey!, secret: secret!, seed, receiver }, report)
} else {
  const folder = await mkdtemp(join(quickFolder(), 'channel-'))
  try {
    await proveHere(folder, { ...size, seed }, report)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
console.info(`\nseed ${seed}\n\n${report.table()}`)
process.exit(report.isProven ? 0 : 1)
