import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  NoticeArrived,
  PayAccount,
  PayProviderName,
  ProviderCertificate,
  SimulatedFault,
} from '../../../kernel/pay-port.ts'
import { serialRunner } from '../../in-turn.ts'
import type { PageCode } from '../../wechat-user-simulator.ts'

export interface SimTrade {
  /** Its number in the URL of the payer page. */
  readonly no: string
  readonly provider: PayProviderName
  readonly outTradeNo: string
  readonly subject: string
  readonly amount: number
  readonly notifyUrl: string
  readonly expiresAt: number
  readonly at: number
  readonly providerNo: string
  state: 'waiting' | 'succeeded' | 'closed'
  fault: SimulatedFault
  paidAt: number | null
  refunds: SimBack[]
  /** The payer of a payment inside WeChat. */
  readonly payer?: string
  /** The customer's payment code that was charged; it can be used once. */
  readonly authCode?: string
  /** Of a hold; `succeeded` means that its payer has agreed. */
  hold?: SimHold
}

/** A refund of a payment, or a release of a hold; `waits` while it is accepted and not done. */
export interface SimBack {
  readonly no: string
  readonly amount: number
  at: number
  waits?: boolean
  /** Of a refund: the capture of the hold that it gives back. */
  readonly of?: string
}

/** The operations on a hold: each number is executed once. */
export interface SimHold {
  readonly credit: boolean
  captures: { no: string; amount: number; at: number; paid: boolean }[]
  letGo: SimBack[]
}

/** A notification that did not arrive, or was held back. */
export interface Kept {
  readonly url: string
  readonly arrived: NoticeArrived
}

/** The key pair of one side, PEM. */
interface Pair {
  readonly publicKey: string
  readonly privateKey: string
}

export interface Contract {
  readonly shop: Pair
  readonly own: Pair
  readonly account: PayAccount
}

/** One of WeChat's certificates, with its key in PEM. */
export interface SimCertificate extends ProviderCertificate {
  readonly privateKey: string
}

export interface SimState {
  contracts: Partial<Record<PayProviderName, Contract>>
  trades: SimTrade[]
  kept: Kept[]
  /** Unused codes of 网页授权, with the user who opened the page. */
  codes: PageCode[]
  /** WeChat's certificates, oldest first, and the serial number of the one that it signs with; null: its public key. */
  certificates: SimCertificate[]
  signsBy: string | null
  down: boolean
  fault: SimulatedFault
  serial: number
}

/** A demo keeps its last trades: the file is written whole after each change. */
const KEPT_TRADES = 300

const pairs = new Map<string, Pair>()

/** Each pair is generated once per process: it takes a tenth of a second of CPU, and tests open many installations in one process. */
function pairOf(provider: PayProviderName, side: 'shop' | 'own'): Pair {
  const name = `${provider} ${side}`
  const pair =
    pairs.get(name) ??
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
  pairs.set(name, pair)
  return pair
}

const appSecretOf = (provider: PayProviderName): string =>
  provider === 'wechat' ? randomBytes(16).toString('hex') : ''

/** The keys of a contract are generated at its first use. */
export function contractOf(state: SimState, provider: PayProviderName): Contract {
  const known = state.contracts[provider]
  if (known !== undefined) {
    // State of a demo from before the secret existed.
    const appSecret = known.account.appSecret ?? appSecretOf(provider)
    const whole = { ...known, account: { ...known.account, appSecret, certificates: [] } }
    state.contracts[provider] = whole
    return whole
  }
  const [shop, own] = [pairOf(provider, 'shop'), pairOf(provider, 'own')]
  const hex = (bytes: number) => randomBytes(bytes).toString('hex')
  const wechat = provider === 'wechat'
  const made: Contract = {
    shop,
    own,
    account: {
      provider,
      appId: wechat ? `wx${hex(8)}` : `2021${hex(6)}`,
      merchantNo: wechat ? `16${hex(4)}` : `2088${hex(6)}`,
      privateKey: shop.privateKey,
      keySerial: wechat ? hex(20).toUpperCase() : '',
      providerKey: own.publicKey,
      providerKeyId: wechat ? `PUB_KEY_ID_${hex(12)}` : '',
      certificates: [],
      secret: wechat ? hex(16) : '',
      serviceId: wechat ? `5000${hex(6)}` : `2026${hex(10)}`,
      appSecret: appSecretOf(provider),
    },
  }
  state.contracts[provider] = made
  return made
}

/** The state of a new simulator. */
export const emptyState = (): SimState => ({
  contracts: {},
  trades: [],
  kept: [],
  codes: [],
  certificates: [],
  signsBy: null,
  down: false,
  fault: 'none',
  serial: 0,
})

/** The state of the simulator, in `DATA_DIR/simulator/pay.json`, so that it survives a restart of the server. */
export function openState(
  dataDir: string,
  keptTrades = KEPT_TRADES,
): { get(): Promise<SimState>; save(): Promise<void> } {
  const folder = join(dataDir, 'simulator')
  const file = join(folder, 'pay.json')
  let state: Promise<SimState> | undefined
  const turn = serialRunner()

  async function load(): Promise<SimState> {
    const empty = emptyState()
    try {
      return { ...empty, ...(JSON.parse(await readFile(file, 'utf8')) as Partial<SimState>), down: false }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return empty
    }
  }
  const get = () => {
    state ??= load()
    return state
  }
  async function write(): Promise<void> {
    const now = await get()
    now.trades.splice(keptTrades)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(`${file}.new`, JSON.stringify(now), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  return {
    get,
    save: () => turn(write),
  }
}
