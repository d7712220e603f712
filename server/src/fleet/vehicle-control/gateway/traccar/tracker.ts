import { commandType } from '@cheyi/domain/fleet/vehicle-control/codes'
import type { CommandType } from '@cheyi/domain/fleet/vehicle-control/command'
import { platformResult } from '@cheyi/domain/fleet/vehicle-control/jt808/down'
import { type Course, courseFrom, judge } from '@cheyi/domain/fleet/vehicle-control/jt808/fix'
import type { Position } from '@cheyi/domain/fleet/vehicle-control/jt808/position'
import type { CommandWords, Profile } from '@cheyi/domain/fleet/vehicle-control/jt808/profile'
import { trackerWord } from '@cheyi/domain/fleet/vehicle-control/traccar/tracker'
import { DAY } from '@cheyi/domain/time'
import type { TrackerEntry } from '../database.ts'
import type { Connected, LinkHost, Written } from '../link.ts'
import type { CommandApi } from './api.ts'

/** A parked tracker may report once a day; its link to the front-end is no concern of ours. */
const SILENT_MS = DAY

export type Reported = 'stored' | 'old' | 'positionWrong' | 'unavailable'

/** A device that reports to a front-end, from its first forwarded message on. */
export class Tracker implements Connected {
  readonly entry: TrackerEntry
  readonly network = ''
  readonly cameraMessages = 0
  readonly #host: LinkHost
  readonly #api: CommandApi | null
  readonly #waiting = new Set<(why: Reported) => void>()
  #course: Course
  #last: number
  closed = false
  heardSinceBeat = true
  /** Traccar's number of the device, by its last message. */
  traccarId: number

  constructor(entry: TrackerEntry, traccarId: number, host: LinkHost, api: CommandApi | null) {
    this.entry = entry
    this.traccarId = traccarId
    this.#host = host
    this.#api = api
    this.#course = courseFrom(entry)
    this.#last = host.now()
  }

  get lastMessageAt(): number {
    return this.#last
  }

  /** Resolves after the commit. */
  async report(position: Position, archived: boolean): Promise<Reported> {
    const now = this.#host.now()
    this.#last = now
    this.heardSinceBeat = true
    const judged = judge(position, this.#course, { now, backfill: archived, charge: this.entry.charge })
    if (judged.kind === 'wrong') return 'positionWrong'
    if (judged.kind === 'old') return 'old'
    this.#course = judged.course
    if (!archived) this.#host.heard(this, { kind: 'position', position }, [position])
    const { deviceId, sessionNo } = this.entry
    return new Promise<Reported>((resolve, reject) => {
      const done = (why: Reported) => {
        this.#waiting.delete(done)
        resolve(why)
      }
      this.#waiting.add(done)
      this.#host.store([{ deviceId, sessionNo, ...judged.fix }], () => done('stored')).catch(reject)
    })
  }

  compose(type: CommandType, _: CommandWords, { profile }: Profile): Written | null {
    const word = trackerWord(type, { kind: this.entry.kind, profile })
    if (word === null || this.#api === null) return null
    const api = this.#api
    return (serial) => {
      if (this.closed) return false
      void api.send(this.traccarId, word).then((outcome) => {
        // Without an answer the command is due again, as one that a terminal did not answer.
        if (outcome === 'unknown' || this.closed) return
        const result = outcome === 'sent' ? platformResult.ok : platformResult.failed
        this.#host.heard(this, { kind: 'answer', serial, id: 0, result }, [])
      })
      return true
    }
  }

  askPosition(): void {
    const word = trackerWord(commandType.locate, this.entry)
    if (word !== null) void this.#api?.send(this.traccarId, word)
  }

  tick(now: number): void {
    if (now - this.#last > SILENT_MS) this.close()
  }

  /** Another gateway has the device now. */
  giveWay(): void {
    this.close()
  }

  close(): void {
    if (this.closed) return
    this.closed = true
    for (const done of this.#waiting) done('unavailable')
    this.#host.ended(this)
  }
}
