import type { LinearSolver } from '@cheyi/domain/stock/search/relax'
import loadHighs from 'highs'

/** HiGHS, compiled to WebAssembly: its dual simplex, in the thread that calls it. Loading takes about 60 ms and 30 MB. */
export async function openLinear(): Promise<LinearSolver> {
  const highs = await loadHighs()
  const { optimal } = highs.constants.modelStatus
  return ({ cost, upper, right, starts, rows, values, basic }, ms) =>
    highs.withModel(
      {
        numCols: cost.length,
        numRows: right.length,
        colCost: cost,
        colLower: new Float64Array(cost.length),
        colUpper: upper,
        rowLower: right,
        rowUpper: right,
        matrix: { format: 'csc', numCols: cost.length, numRows: right.length, starts, indices: rows, values },
      },
      (model) => {
        model.options.set({ output_flag: false, solver: 'simplex', time_limit: ms / 1000 })
        model.setBasis({ colStatus: basic, rowStatus: new Int32Array(right.length) })
        model.run()
        if (model.getModelStatus() !== optimal) return null
        const { colValue, rowDual } = model.getSolution()
        return { x: colValue, prices: rowDual }
      },
    )
}
