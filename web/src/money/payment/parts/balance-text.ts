import { yuan } from '../../../ui/show/money.tsx'

/** `借 1,200.00`: on which side a balance (debits less credits, fen) stands. */
export const balanceText = (fen: number): string =>
  fen === 0 ? '平' : `${fen > 0 ? '借' : '贷'} ${yuan(Math.abs(fen))}`
