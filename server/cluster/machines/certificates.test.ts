import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { opsFile } from './files.ts'
import { run } from './shell.ts'

/* ops/cluster/certificates.sh, as an operator runs it. */

/** openssl is started some forty times. */
const SLOW = 60_000

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificates-'))
})
afterEach(() => rm(folder, { recursive: true }))

const certificates = async (...words: string[]) =>
  (await run('sh', [opsFile('certificates.sh'), ...words], { cwd: folder })).trim().split('\n').filter(Boolean)
const read = async (name: string) => new X509Certificate(await readFile(join(folder, name)))

it(
  'makes two certificates for each machine, without a common name, which etcd would refuse of Patroni',
  async () => {
    expect(await certificates('n1=10.0.0.21', 'n2=10.0.0.22')).toHaveLength(4)
    const authority = await read('ca.crt')
    for (const name of ['n1', 'n1-etcd']) {
      const certificate = await read(`${name}.crt`)
      expect(certificate.verify(authority.publicKey)).toBe(true)
      expect(certificate.subject).not.toMatch(/CN=/)
      expect(certificate.subjectAltName).toMatch(
        /DNS:n1, DNS:localhost, IP Address:10\.0\.0\.21, IP Address:127\.0\.0\.1/,
      )
      expect((await stat(join(folder, `${name}.key`))).mode & 0o777).toBe(0o600)
    }
  },
  SLOW,
)

it(
  'a later run makes what is missing, and what is left of an interrupted one; --renew makes all that is named',
  async () => {
    await certificates('n1=10.0.0.21')
    const [first, authority] = [(await read('n1.crt')).fingerprint256, (await read('ca.crt')).fingerprint256]
    expect(await certificates('n1=10.0.0.21')).toEqual([])
    // The key of another certificate stands beside it.
    await writeFile(join(folder, 'n1.key'), await readFile(join(folder, 'n1-etcd.key')))
    expect(await certificates('n1=10.0.0.21', 'n2=10.0.0.22')).toEqual([
      'made: n1.crt',
      'made: n2.crt',
      'made: n2-etcd.crt',
    ])
    expect(await certificates('--renew', 'n1=10.0.0.21')).toEqual(['made: n1.crt', 'made: n1-etcd.crt'])
    expect((await read('n1.crt')).fingerprint256).not.toBe(first)
    expect((await read('ca.crt')).fingerprint256).toBe(authority)
  },
  SLOW,
)

it(
  '--expiry tells the days that are left, and fails below thirty',
  async () => {
    await certificates('n1=10.0.0.21')
    expect(await certificates('--expiry')).toEqual(
      expect.arrayContaining([expect.stringMatching(/^82[345] days: .*n1\.crt$/)]),
    )
    const soon = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '20']
    await run('openssl', [...soon, '-subj', '/O=x', '-keyout', 'x.key', '-out', 'x.crt'], { cwd: folder })
    await expect(certificates('--expiry', 'x.crt')).rejects.toThrow(/(19|20) days: x\.crt/)
  },
  SLOW,
)
