import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { at } from './workspace.mjs'

/**
 * @typedef {import('./stages.mjs').Stage} Stage
 * @typedef {import('./stages.mjs').Outcome & { line: string }} Told
 */

/**
 * Runs stages one after the other, their output passed on.
 * @param {Stage[]} stages
 */
export async function inTurn(stages) {
  /** @type {Told[]} */
  const outcomes = []
  for (const stage of stages) {
    console.info(`\n── ${stage.name} ──`)
    outcomes.push(await outcomeOf(stage, 'inherit'))
  }
  return outcomes
}

/**
 * The same while others run: what each says is passed on once it has ended.
 * @param {Stage[]} stages
 */
export async function inTurnBeside(stages) {
  /** @type {Told[]} */
  const outcomes = []
  await mkdir(at('.test'), { recursive: true })
  const file = at('.test', `beside-${process.pid}.log`)
  for (const stage of stages) {
    const log = await open(file, 'w')
    outcomes.push(await outcomeOf(stage, ['ignore', log.fd, log.fd]))
    await log.close()
    console.info(`\n── ${stage.name} ──\n${await readFile(file, 'utf8')}`)
  }
  await rm(file, { force: true })
  return outcomes
}

/**
 * @param {Stage} stage
 * @param {import('node:child_process').StdioOptions} stdio
 * @returns {Promise<Told>}
 */
async function outcomeOf(stage, stdio) {
  const began = performance.now()
  const outcome = await stage.run(stdio).catch((error) => {
    console.error(error)
    return { passed: 0, failed: 1, failures: [`${stage.name}：${error.message}`] }
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  return { ...outcome, line: `${stage.name}：${outcome.passed} 通过，${outcome.failed} 失败，${seconds} 秒` }
}
