import type { CodeOf } from '@cheyi/domain/enumeration'
import { commandType, type commandTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { platformResult } from '@cheyi/domain/fleet/vehicle-control/jt808/down'
import type { Position } from '@cheyi/domain/fleet/vehicle-control/jt808/position'
import type { Profile } from '@cheyi/domain/fleet/vehicle-control/jt808/profile'
import type { UpBody } from '@cheyi/domain/fleet/vehicle-control/jt808/up'
import type { Logger } from 'pino'
import type { Gateway } from './gateway.ts'
import type { Judged } from './judged.ts'
import type { Connected } from './link.ts'

type CommandType = CodeOf<typeof commandTypes>

/** Parameters of a command, as stored in its row. */
export interface CommandParams {
  readonly text?: string
  readonly intervalS?: number
  readonly durationS?: number
}

export interface Claimed extends Profile {
  readonly merchantId: string
  readonly id: string
  readonly deviceId: string
  readonly sessionNo: string
  readonly type: CommandType
  readonly params: CommandParams
  readonly serial: number
}

export interface CommandDatabase {
  claim(node: string, now: number, most: number): Promise<readonly Claimed[]>
  answer(
    deviceId: string,
    serial: number,
    answer: number,
    now: number,
  ): Promise<{ id: string; type: CommandType } | null>
  confirm(deviceId: string, id: string, now: number): Promise<boolean>
  fail(deviceId: string, id: string, now: number): Promise<void>
}

/** Maximum number of commands of one query; after a full one the next query follows at once. */
const MOST = 200
/** Time for a report that shows the effect; after that the command remains 已应答. */
const CONFIRM_MS = 60_000

/** A command that was answered and waits for a report that shows its effect. */
interface Watched {
  readonly id: string
  readonly type: CommandType
  readonly until: number
}

export interface CommandsOptions {
  readonly gateway: Gateway
  readonly database: CommandDatabase
  readonly log: Logger
  readonly now: () => number
  /** Called when something changed that open pages show. */
  readonly told: () => void
  readonly judged: Judged
}

/** Carries out commands of the devices that are connected to this node. The state is in the row, so another node can continue from it. */
export class Commands {
  readonly #options: CommandsOptions
  readonly #watched = new Map<string, Watched[]>()
  #looking: Promise<void> | undefined
  #again = false

  constructor(options: CommandsOptions) {
    this.#options = options
    options.gateway.listenBy({
      heard: this.heard,
      entered: () => void this.look(),
      ended: (link) => options.judged.ended(link),
    })
  }

  /** Searches for commands to send: after a notification, each second, and when a terminal has logged in. */
  look(): Promise<void> {
    this.#again = true
    this.#looking ??= this.#run().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  /** An answer of a terminal, or a report that may show the effect of a command. */
  readonly heard = (link: Connected, said: UpBody, positions: readonly Position[]): void => {
    this.#options.judged.heard(link, positions)
    const serial = answeredSerial(said)
    const work = async () => {
      if (serial !== null) await this.#answered(link, serial, said.kind === 'answer' ? said.result : platformResult.ok)
      for (const position of positions) await this.#confirm(link.entry!.deviceId, position)
    }
    if (serial === null && !this.#watched.has(link.entry!.deviceId)) return
    work().catch((err) => this.#options.log.warn({ err }, 'what a terminal answered was not kept'))
  }

  async #run(): Promise<void> {
    const { database, gateway, now, log, told, judged } = this.#options
    while (this.#again) {
      this.#again = false
      try {
        const claimed = await database.claim(gateway.node, now(), MOST)
        for (const command of claimed) await this.#send(command)
        if (claimed.length > 0) told()
        if (claimed.length === MOST) this.#again = true
        await judged.look()
      } catch (err) {
        log.warn({ err }, 'commands wait for the database')
      }
    }
  }

  /** Its link may have ended since: the row is due again in 15 seconds, on any node. */
  async #send(command: Claimed): Promise<void> {
    const { gateway, database, now } = this.#options
    const link = gateway.linkOf(command.deviceId, command.sessionNo)
    if (link === undefined) return
    const write = link.compose(command.type, command.params, command)
    if (write === null) await database.fail(command.deviceId, command.id, now())
    else write(command.serial)
  }

  async #answered(link: Connected, serial: number, result: number): Promise<void> {
    const { database, now, told } = this.#options
    const { deviceId } = link.entry!
    const command = await database.answer(deviceId, serial, result, now())
    if (command === null) return
    told()
    if (result !== platformResult.ok || expectedBit(command.type) === null) return
    const before = (this.#watched.get(deviceId) ?? []).filter(({ id, until }) => id !== command.id && until > now())
    this.#watched.set(deviceId, [...before, { ...command, until: now() + CONFIRM_MS }])
  }

  async #confirm(deviceId: string, { status }: Position): Promise<void> {
    const { database, now, told } = this.#options
    const left: Watched[] = []
    for (const watched of this.#watched.get(deviceId) ?? []) {
      const shows = expectedBit(watched.type)
      if (shows === null || watched.until <= now()) continue
      if (status[shows.bit] !== shows.is) left.push(watched)
      else if (await database.confirm(deviceId, watched.id, now())) told()
    }
    if (left.length > 0) this.#watched.set(deviceId, left)
    else this.#watched.delete(deviceId)
  }
}

const answeredSerial = (said: UpBody): number | null =>
  said.kind === 'answer' || said.kind === 'controlAnswer' || said.kind === 'positionAnswer' ? said.serial : null

/** The status bit that shows the effect of a command; null: none. */
function expectedBit(type: CommandType): { readonly bit: 'locked' | 'oilCut'; readonly is: boolean } | null {
  switch (type) {
    case commandType.lock:
      return { bit: 'locked', is: true }
    case commandType.unlock:
      return { bit: 'locked', is: false }
    case commandType.engineCut:
      return { bit: 'oilCut', is: true }
    case commandType.engineRestore:
      return { bit: 'oilCut', is: false }
    default:
      return null
  }
}
