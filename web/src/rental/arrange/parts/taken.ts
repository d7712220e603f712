import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'

/** The chosen car was taken by another order meanwhile. */
export const isTaken = isRefusedFor('vehicleTaken', 'noVehicleLeft', 'vehicleNotReturned')

/** Reason and remedy; a refusal with its own hint shows that hint. */
export function takenText(failure: CallFailure): string {
  const { data } = failure
  const hint = typeof data === 'object' && data !== null && 'hint' in data ? data.hint : null
  if (typeof hint === 'string') return hint
  return isRefusedFor('vehicleTaken')(failure) ? '该车辆已被占用，请重新选择' : failure.message
}
