import { useEffect, useReducer } from 'react'

type Navigation = typeof import('./navigation.tsx')

let loaded: Navigation | undefined

/** Fetches the code of the navigation; asked for again after a failure. */
export async function loadNavigation(): Promise<void> {
  loaded ??= await import('./navigation.tsx')
}

/**
 * What only somebody inside a merchant sees: who signs in does without its code. Undefined until it is here; tried again with
 * each path.
 */
export function useNavigation(wanted: boolean, path: string): Navigation | undefined {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another try.
  useEffect(() => {
    if (wanted && loaded === undefined) loadNavigation().then(drawAgain, () => {})
  }, [wanted, path])
  return loaded
}
