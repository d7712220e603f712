import type { LinearProgram, LinearSolver } from '@cheyi/domain/stock/search/relax'
import loadHighs from 'highs'

/** The dual simplex takes so many steps, a third of a second; most programs need fewer, and those that refuse a tenth of them. */
const STEPS = 1500
/** Of the interior point: what is looked for near it needs no more, and nothing that it says is believed. */
const TOLERANCE = 1e-3

/**
 * HiGHS, compiled to WebAssembly, in the thread that calls it: its dual simplex from the given basis; what that does not end
 * soon is solved by its interior point method, which takes the same time for what is hard for the simplex. Loading takes about
 * 60 ms and 30 MB.
 */
export async function openLinear(steps = STEPS): Promise<LinearSolver> {
  const highs = await loadHighs()
  const { optimal, unknown } = highs.constants.modelStatus
  const solve = (
    { cost, upper, right, starts, rows, values, basic }: LinearProgram,
    ms: number,
    method: 'simplex' | 'ipm',
  ) =>
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
        model.options.set({ output_flag: false, solver: method, time_limit: ms / 1000 })
        if (method === 'ipm') model.options.set({ run_crossover: 'off', ipm_optimality_tolerance: TOLERANCE })
        else {
          model.options.set({ simplex_iteration_limit: steps })
          model.setBasis({ colStatus: basic, rowStatus: new Int32Array(right.length) })
        }
        model.run()
        const status = model.getModelStatus()
        // HiGHS says `unknown` of an interior point that is only so near
        if (status !== optimal && (method === 'simplex' || status !== unknown)) return null
        const { colValue, rowDual } = model.getSolution()
        return { x: colValue, prices: rowDual }
      },
    )
  return (program, ms) => {
    const until = performance.now() + ms
    const soon = solve(program, ms, 'simplex')
    const left = until - performance.now()
    return soon ?? (left > 0 ? solve(program, left, 'ipm') : null)
  }
}
