/** Bounds of work that runs at once. */
export interface WorkBounds {
  readonly atOnce: number
  readonly ofMerchant: number
}

/**
 * Work of many merchants at once: questions to vendors, which may take as long as their time limit. Merchants take turns, and each has a
 * bound of its own, so that whose vendor does not answer keeps no other waiting.
 */
export interface FairWork {
  /** Begins work in its turn; it must not fail. @returns a promise of its end, also where it never begins because of `stop` */
  add(merchantId: string, work: () => Promise<void>): Promise<void>
}

interface Lane {
  running: number
  readonly waiting: { readonly work: () => Promise<void>; readonly done: () => void }[]
}

export function fairWork({ atOnce, ofMerchant }: WorkBounds, stop?: AbortSignal): FairWork {
  /** In the order of their turns: a map preserves the order of insertion. */
  const lanes = new Map<string, Lane>()
  let running = 0

  function go(): void {
    for (const [merchantId, lane] of [...lanes]) {
      if (running >= atOnce) return
      if (lane.running >= ofMerchant) continue
      const next = lane.waiting.shift()
      if (next === undefined) continue
      running++
      lane.running++
      lanes.delete(merchantId)
      lanes.set(merchantId, lane)
      void (stop?.aborted ? Promise.resolve() : next.work()).finally(() => {
        running--
        lane.running--
        next.done()
        lanes.delete(merchantId)
        if (lane.running > 0 || lane.waiting.length > 0) lanes.set(merchantId, lane)
        go()
      })
    }
  }

  return {
    add(merchantId, work) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const lane = lanes.get(merchantId) ?? { running: 0, waiting: [] }
      lanes.set(merchantId, lane)
      lane.waiting.push({ work, done: resolve })
      go()
      return promise
    },
  }
}
