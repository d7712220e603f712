import type { LinearSolver } from '@cheyi/domain/fleet/stock/search/relax'
import loadHighs from 'highs'

/** The dual simplex takes so many steps, a third of a second; most programs need fewer, and those that refuse a tenth of them. */
const STEPS = 1500
/** Of the interior point: what is looked for near it needs no more, and nothing that it says is believed. */
const TOLERANCE = 1e-3

/**
 * HiGHS, compiled to WebAssembly, in the thread that calls it: its dual simplex from the given basis to a corner, its interior
 * point method to the middle. Loading takes about 60 ms and 30 MB.
 */
export async function openLinear(): Promise<LinearSolver> {
  const highs = await loadHighs()
  const { optimal, unknown } = highs.constants.modelStatus
  return ({ cost, upper, right, starts, rows, values, basic }, where, ms) =>
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
        model.options.set({ output_flag: false, time_limit: ms / 1000 })
        if (where === 'corner') {
          model.options.set({ solver: 'simplex', simplex_iteration_limit: STEPS })
          model.setBasis({ colStatus: basic, rowStatus: new Int32Array(right.length) })
        } else model.options.set({ solver: 'ipm', run_crossover: 'off', ipm_optimality_tolerance: TOLERANCE })
        model.run()
        const status = model.getModelStatus()
        // `unknown` is said of an interior point that is only so near
        if (status !== optimal && (where === 'corner' || status !== unknown)) return null
        const { colValue, rowDual } = model.getSolution()
        return { x: colValue, prices: rowDual }
      },
    )
}
