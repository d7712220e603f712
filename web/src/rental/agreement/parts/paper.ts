import { calls, type OutputOf, useRead } from '../../../kernel/call/calls.ts'

export type Paper = OutputOf<typeof calls.agreement.status>[number]

/** Interval in ms at which a file that is being printed is asked for. */
export const FILE_LOOK = 3_000

const isPrinting = ({ file }: Pick<Paper, 'file'>): boolean => file === 'printing'

/** The documents of an order, asked again while a file is printed. */
export function usePapers(orderId: string, options: { readonly enabled?: boolean; readonly quiet?: boolean } = {}) {
  const papers = useRead(calls.agreement.status, { orderId }, options)
  const printing = papers.data?.some(isPrinting) === true
  useRead(
    calls.agreement.status,
    { orderId },
    { freshFor: 0, every: FILE_LOOK, enabled: printing && options.enabled !== false },
  )
  return papers
}
