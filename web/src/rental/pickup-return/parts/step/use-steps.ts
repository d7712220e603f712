import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { useEffect, useEffectEvent, useRef } from 'react'
import { feedback } from '../../../../kernel/call/calls.ts'
import { usePatch, useRaw } from '../../../../kernel/page/pages.tsx'
import { goBack, goTo, lastArrival, routerHistory } from '../../../../kernel/page/router.ts'
import { parseSearch, stringifySearch } from '../../../../kernel/page/search.ts'
import { readTasks } from '../tasks.ts'
import { asksBefore, isJump, pathAfterSaving, stepAfterDeclining, stepOf } from './step-rules.ts'

/** A move back from one step to a lower one. */
export interface StepBack {
  readonly from: number
  readonly to: number
}

export interface StepsOptions {
  /** Number of the last step. */
  readonly last: number
  /** Saves the entered values; false keeps the person on the page because the save failed. */
  readonly save: () => Promise<boolean>
  /** Called when the person goes back from this step or back to it. */
  readonly onBack?: Readonly<Record<number, (move: StepBack) => void>>
  readonly kind: OrderKind
}

export interface Steps {
  readonly step: number
  /** Leaves the flow; when opened from the task list, goes one step back. */
  readonly back: () => void
  readonly to: (step: number) => void
}

/**
 * The steps of the page's flow. Going back to a lower step of a flow opened from the task list asks 是否保存当前信息？: yes saves and returns to
 * the tasks (or the orders), no continues with the next step, and closing the question stays.
 */
export function useSteps({ last, save, onBack, kind }: StepsOptions): Steps {
  const patch = usePatch()
  const step = Math.min(stepOf(useRaw('rstep')), last)
  const jump = useRaw('isJump')
  const asking = useRef(false)
  // Number of history entries of this flow before the current one.
  const behind = useRef(0)
  const shown = useRef(step)

  const decide = useEffectEvent(async (from: number) => {
    asking.current = true
    const saves = await feedback.decide({ title: '是否保存当前信息？', confirm: '确定', cancel: '取消' })
    asking.current = false
    if (saves === undefined) return
    if (!saves) return to(Math.min(stepAfterDeclining(from), last))
    if (!(await save())) return
    const tasks = readTasks()
    const query = tasks ? stringifySearch({ orderId: tasks.orderId, type: tasks.type }) : ''
    goTo(pathAfterSaving(tasks !== null, kind) + query, { force: true, replace: true })
  })

  useEffect(
    () =>
      routerHistory().block({
        enableBeforeUnload: false,
        blockerFn({ currentLocation, nextLocation }) {
          if (currentLocation.pathname !== nextLocation.pathname) return false
          const from = stepOf(parseSearch(currentLocation.search).rstep)
          const to = stepOf(parseSearch(nextLocation.search).rstep)
          if (!asksBefore(from, to, parseSearch(currentLocation.search).isJump)) return false
          if (!asking.current) void decide(from)
          return true
        },
      }),
    [],
  )

  const moved = useEffectEvent((from: number, to: number) => {
    if (lastArrival() === 'BACK') behind.current = Math.max(0, behind.current - 1)
    if (to >= from) return
    onBack?.[from]?.({ from, to })
    onBack?.[to]?.({ from, to })
  })
  useEffect(() => {
    if (shown.current !== step) moved(shown.current, step)
    shown.current = step
  }, [step])

  function to(target: number) {
    if (target < 1 || target > last || target === step) return
    // Adds a history entry only where going back asks first.
    const push = target > step && jump === String(isJump.fromTasks)
    if (push) behind.current++
    patch({ rstep: target, isJump: jump }, { push })
  }
  return {
    step,
    back() {
      if (jump !== String(isJump.fromTasks)) goBack(profileOf(kind).base)
      else if (step === 1 || behind.current > 0) routerHistory().back()
      else to(step - 1)
    },
    to,
  }
}
