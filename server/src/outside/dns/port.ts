import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { DnsPort } from '../../kernel/ports.ts'
import type { Config } from '../../kernel/process/config.ts'

/** A query is repeated once; nobody waits longer for it. */
const TIMEOUT_MS = 2000
const TRIES = 2
/** Most records of an answer that are read. */
const MOST = 50

/** Answers that say that there is no such record, and not that none came. */
const none: ReadonlySet<string> = new Set(['ENODATA', 'ENOTFOUND'])

/** The resolver of this machine; on a demo a simulator, which knows what it was told and nothing else. */
export const openDns = ({ simulators }: Pick<Config, 'simulators'>): DnsPort =>
  simulators === 'off' ? ofMachine() : dnsSimulator()

function dnsSimulator(): DnsPort {
  const known = new Map<string, readonly string[] | null>()
  const answer = async (name: string) => (known.has(name) ? known.get(name)! : [])
  return {
    texts: (name) => answer(`TXT ${name}`),
    addresses: (host) => answer(`A ${host}`),
    simulator: { tell: (question, records) => void known.set(question, records) },
  }
}

function ofMachine(): DnsPort {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  return {
    texts: (name) =>
      answerOf(async () => (await resolver.resolveTxt(name)).slice(0, MOST).map((parts) => parts.join(''))),
    async addresses(host) {
      if (isIP(host) !== 0) return [host]
      const both = await Promise.all([answerOf(() => resolver.resolve4(host)), answerOf(() => resolver.resolve6(host))])
      const known = both.filter((one) => one !== null)
      return known.length === 0 ? null : known.flat().slice(0, MOST)
    },
  }
}

async function answerOf(ask: () => Promise<string[]>): Promise<string[] | null> {
  try {
    return await ask()
  } catch (error) {
    return none.has((error as { code?: string }).code ?? '') ? [] : null
  }
}
