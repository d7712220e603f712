import type { CodeOf } from '@cheyi/domain/enumeration'
import type { commandStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import { commandSteps } from '@cheyi/domain/fleet/vehicle-control/command'
import { type StoredShape, shapeOf } from '@cheyi/domain/fleet/vehicle-control/fence'
import type { Position } from '@cheyi/domain/fleet/vehicle-control/jt808/position'
import type { Profile } from '@cheyi/domain/fleet/vehicle-control/jt808/profile'
import {
  type CutFacts,
  commandVerdict,
  type JudgedType,
  movingRefusal,
  type UnlockFacts,
} from '@cheyi/domain/fleet/vehicle-control/verdict'
import { type RefusalKey, refusals } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import type { Logger } from 'pino'
import type { Gateway } from './gateway.ts'
import type { Connected } from './link.ts'

/** A parked terminal sleeps: its position is requested at most this often, at this interval. */
const MOST_ASKS = 4
const ASK_MS = 25_000
/** An armed command waits until its car stands; it is checked with each report, and at this interval. */
const LOOK_MS = 5000
/** Maximum time from the check to the write of the bytes. */
const VERDICT_MS = 2000

export interface DueCommand {
  readonly id: string
  readonly deviceId: string
  readonly sessionNo: string
  readonly state: CodeOf<typeof commandStates>
}

export interface LockedFacts
  extends Omit<CutFacts, 'type' | 'now' | 'zones'>,
    Omit<UnlockFacts, 'type' | 'now'>,
    Profile {
  readonly type: JudgedType
  readonly zones: readonly StoredShape[]
  readonly state: CodeOf<typeof commandStates>
  readonly armed: boolean
}

/** One transaction about one command. */
export interface JudgedTransaction {
  facts(): Promise<LockedFacts | null>
  /** @returns its serial */
  send(): Promise<number | null>
  refuse(refusal: RefusalKey, unsent?: boolean): Promise<void>
}

export interface JudgedDatabase {
  due(node: string, now: number): Promise<readonly DueCommand[]>
  /** Resolves after the commit. */
  within<T>(command: DueCommand, node: string, now: number, work: (tx: JudgedTransaction) => Promise<T>): Promise<T>
}

export interface JudgedOptions {
  readonly gateway: Gateway
  readonly database: JudgedDatabase
  readonly log: Logger
  readonly now: () => number
  readonly told: () => void
  /** For tests: called between the commit and the write of the bytes. */
  readonly committed?: () => Promise<void>
}

/** Engine cuts and unlocks: a frame is only sent with a check that still holds at the moment of sending. */
export class Judged {
  readonly #options: JudgedOptions
  /** Last reported speed of a car, by satellites or by wheels, in 0.1 km/h, with its time by `performance.now()`. */
  readonly #moved = new Map<string, { readonly speed: number; readonly at: number }>()
  readonly #asked = new Map<string, { readonly times: number; readonly at: number }>()
  /** Waiting commands, and when they were last checked. */
  readonly #looked = new Map<string, { readonly deviceId: string; readonly at: number }>()

  constructor(options: JudgedOptions) {
    this.#options = options
  }

  /** Handles each report on arrival, before it is stored: the same thread reads it and writes the frame, so no report is missed. */
  heard(link: Connected, positions: readonly Position[]): void {
    const { deviceId } = link.entry!
    const speed = Math.max(0, ...positions.map((position) => Math.max(position.speed, position.items.pulseSpeed ?? 0)))
    if (speed > 0) this.#moved.set(deviceId, { speed, at: performance.now() })
    if (positions.length > 0) this.#lookAgainAt(deviceId)
  }

  ended(link: Connected): void {
    this.#moved.delete(link.entry!.deviceId)
    this.#lookAgainAt(link.entry!.deviceId)
  }

  #lookAgainAt(device: string): void {
    for (const [id, { deviceId }] of this.#looked) if (deviceId === device) this.#looked.delete(id)
  }

  async look(): Promise<void> {
    const { database, gateway, now } = this.#options
    const due = await database.due(gateway.node, now())
    const isOver = (id: string) => !due.some((command) => command.id === id)
    for (const one of [this.#asked, this.#looked]) for (const id of one.keys()) if (isOver(id)) one.delete(id)
    for (const command of due) {
      const looked = this.#looked.get(command.id)
      if (looked !== undefined && now() - looked.at < LOOK_MS) continue
      this.#looked.set(command.id, { deviceId: command.deviceId, at: now() })
      await this.#carryOut(command)
    }
  }

  async #carryOut(command: DueCommand): Promise<void> {
    const { gateway, database, now, told, committed } = this.#options
    const { deviceId, sessionNo } = command
    const link = gateway.linkOf(deviceId, sessionNo)
    if (link === undefined) return
    // Reports that this node received must be stored before the check queries them.
    await gateway.ingest.settled()
    const began = performance.now()
    const sent = await database.within(command, gateway.node, now(), async (tx) => {
      const facts = await tx.facts()
      if (facts === null) return null
      const refusal = commandVerdict({ ...facts, zones: facts.zones.map(shapeOf), now: now() }, 'send')
      const write = link.compose(facts.type, {}, facts)
      if (write === null) await tx.refuse('forbidden')
      else if (refusal === null) {
        const serial = await tx.send()
        return serial === null ? null : { ...facts, serial, write, isFirst: can(commandSteps, 'send', facts.state).ok }
      } else if (!this.#waits(command, facts, refusal, link)) await tx.refuse(refusal)
      return null
    })
    if (committed !== undefined) await committed()
    if (sent === null) {
      told()
      return
    }
    const moving = movingRefusal[sent.type]
    const last = this.#moved.get(deviceId)
    const hasMoved = !sent.emergency && last !== undefined && last.at >= began && last.speed > moving.above
    const isLate = performance.now() - began > VERDICT_MS
    // From here to the write no other code of this process runs.
    const left = !hasMoved && !isLate && gateway.linkOf(deviceId, sessionNo) === link && sent.write(sent.serial)
    // If the car moves, the command is refused. If it is too late or the link is gone, the command is checked again in
    // 15 seconds, as if it had not been answered.
    if (!left && hasMoved)
      await database.within(command, gateway.node, now(), (tx) => tx.refuse(moving.refusal, sent.isFirst))
    told()
  }

  /** Whether the command may wait: for missing reports, which are requested, or, if armed, for the car to stand. */
  #waits({ id, state }: DueCommand, facts: LockedFacts, refusal: RefusalKey, link: Connected): boolean {
    if (!can(commandSteps, 'send', state).ok) return false
    if (refusal === 'cutWhileMoving' || refusal === 'cutNotParked') return facts.armed
    if (refusal !== 'cutFixStale') return false
    const asked = this.#asked.get(id) ?? { times: 0, at: Number.NEGATIVE_INFINITY }
    const now = this.#options.now()
    if (now - asked.at < ASK_MS) return true
    if (asked.times === MOST_ASKS) return facts.armed
    this.#asked.set(id, { times: asked.times + 1, at: now })
    link.askPosition()
    return true
  }
}

export const refusalCode = (refusal: RefusalKey): number => refusals[refusal].code
