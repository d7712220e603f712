import type { Complain } from '../judge.ts'
import { isFailure } from '../judge.ts'
import type { Answer } from '../stranger.ts'
import { newRow, type Row } from '../table.ts'

/** A door is a way into the server that is no call with an id, for example a terminal or a link; it collects what was tried. */
export class Door {
  readonly row: Row = { ...newRow(), calls: 1 }
  readonly complain: Complain

  constructor(complain: Complain) {
    this.complain = complain
  }

  /** Counts a probe that has to be refused, or at least has to change and to tell nothing. */
  held(what: string, isHeld: boolean, by: 'name' | 'emptiness' = 'name'): void {
    this.row.probes++
    if (!isHeld) {
      this.row.accepted++
      this.complain(`accepted: ${what}`)
    } else if (by === 'name') this.row.byName++
    else this.row.empty++
  }

  /** An answer that has to be a refusal. */
  refused(what: string, answer: Answer): void {
    this.judge(what, answer, !answer.success && answer.code !== undefined)
  }

  judge(what: string, answer: Answer, isHeld: boolean): void {
    const said = `${what}: ${answer.status} ${answer.code} ${answer.message} ${answer.text.slice(0, 80)}`
    if (isFailure(answer)) {
      this.row.failed++
      this.complain(`5xx: ${said}`)
    }
    this.held(said, isHeld, answer.success ? 'emptiness' : 'name')
  }
}
