import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** Minified it is read in half the time. */
const axeSource = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * What keeps somebody from reading or using the page. AxeBuilder would send and compile axe's source twice each time, open a
 * tab to put results of frames together and describe what passed as well; no screen has frames.
 */
export async function barriers(page: Page, rules: Pick<axe.RunOptions, 'runOnly' | 'rules'> = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeSource)
  const violations = await page.evaluate(
    async (options) => (await (window as unknown as { axe: typeof axe }).axe.run(document, options)).violations,
    { resultTypes: ['violations' as const], preload: false, ...rules },
  )
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  return grave.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
