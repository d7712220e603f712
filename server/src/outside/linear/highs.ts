import type { LinearSolver } from '@cheyi/domain/fleet/stock/search/relax'
import loadHighs from 'highs'

/** Maximum number of steps of the dual simplex, about a third of a second; most programs need fewer, and infeasible ones a tenth. */
const STEPS = 1500
/** Tolerance of the interior point: a search only starts near it, and its values are not trusted. */
const TOLERANCE = 1e-3

/**
 * HiGHS, compiled to WebAssembly, in the calling thread: its dual simplex goes from the given basis to a corner, its
 * interior point method to the middle. Loading takes about 60 ms and 30 MB.
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
        // `unknown` is the status of an interior point within this tolerance only.
        if (status !== optimal && (where === 'corner' || status !== unknown)) return null
        const { colValue, rowDual } = model.getSolution()
        return { x: colValue, prices: rowDual }
      },
    )
}
