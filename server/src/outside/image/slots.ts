/** Lets so much work run at once as there are slots; the rest waits in line, first come first served. */
export function slots(count: number): <T>(needed: number, work: () => Promise<T>) => Promise<T> {
  let free = count
  const waiting: { readonly needed: number; readonly go: () => void }[] = []

  const admit = () => {
    // A big job at the head keeps its place: small ones behind it would otherwise hold it up for ever.
    while (waiting[0] !== undefined && waiting[0].needed <= free) {
      free -= waiting[0].needed
      waiting.shift()!.go()
    }
  }

  return async (needed, work) => {
    const taken = Math.min(needed, count)
    await new Promise<void>((go) => {
      waiting.push({ needed: taken, go })
      admit()
    })
    try {
      return await work()
    } finally {
      free += taken
      admit()
    }
  }
}
