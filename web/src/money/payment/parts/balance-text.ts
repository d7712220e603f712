import { yuan } from '../../../ui/show/money.tsx'

/** `借 1,200.00`: a balance (debits less credits, in fen) with its side. */
export const balanceText = (fen: number): string =>
  fen === 0 ? '平' : `${fen > 0 ? '借' : '贷'} ${yuan(Math.abs(fen))}`
