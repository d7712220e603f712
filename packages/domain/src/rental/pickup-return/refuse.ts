import { Refusal } from '../../refusal.ts'
import type { Blocking } from './guards.ts'

/**
 * The refusal of a pickup: the single reason's own, or that of a wrong status, else all reasons in one sentence.
 * The detail has the list, so that the screen can link to each step. null when nothing blocks.
 */
export function pickupRefusal(blocks: readonly Blocking[]): Refusal | null {
  const [first, ...others] = blocks
  if (first === undefined) return null
  if (others.length === 0 || first.code === 'status') {
    return new Refusal(first.key, { ...first.detail, 项: first.text, blocking: blockingFields(blocks) })
  }
  return new Refusal('pickupBlocked', {
    项: blocks.map((block) => block.text).join('、'),
    blocking: blockingFields(blocks),
  })
}

/** The refusal of a return: that of the first reason, with the whole list in its detail; null when nothing blocks. */
export function returnRefusal(blocks: readonly Blocking[]): Refusal | null {
  const [first] = blocks
  return first === undefined ? null : new Refusal(first.key, { ...first.detail, blocking: blockingFields(blocks) })
}

const blockingFields = (blocks: readonly Blocking[]) =>
  blocks.map(({ code, text, step, overridable }) => ({ code, text, step, overridable }))
