import type { CallFailure } from '../../../kernel/call/failure.ts'
import { refusedAs } from '../../../kernel/call/refused.ts'

/** The car that was chosen went to somebody else meanwhile. */
export const isTaken = refusedAs('vehicleTaken', 'noVehicleLeft', 'vehicleNotReturned')

/** Cause and way out; a refusal with a hint of its own says that. */
export function takenText(failure: CallFailure): string {
  const { data } = failure
  const hint = typeof data === 'object' && data !== null && 'hint' in data ? data.hint : null
  if (typeof hint === 'string') return hint
  return refusedAs('vehicleTaken')(failure) ? '该车辆已被占用，请重新选择' : failure.message
}
