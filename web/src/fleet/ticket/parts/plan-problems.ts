import { planWords, type TicketProfile } from '@cheyi/domain/fleet/ticket/ticket'

interface Planned {
  readonly planStart: number | string | null
  readonly planEnd: number | string | null
  readonly forceReason?: string | null
}

/** Problems of a plan that the rules of the single fields do not find. */
export function planProblems(of: TicketProfile, value: Planned, forces: boolean) {
  const { start, end } = planWords(of)
  return {
    planStart: value.planEnd !== null && value.planStart === null && `请选择${start}`,
    planEnd: value.planStart !== null && value.planEnd === null && `请选择${end}`,
    forceReason: forces && !value.forceReason?.trim() && '请填写强制占用原因',
  }
}
