import './need-node.mjs'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { watchLauncher } from './launcher.mjs'

/*
 * What every script needs: where things are, and how to run them. Scripts run under any Node from 20 on with nothing
 * installed, use no shell, and pass program and arguments apart, so that they work on Windows and macOS too.
 */

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Absolute path of something in the workspace. */
export const at = (/** @type {string[]} */ ...parts) => join(root, ...parts)

/** Files that scripts keep between runs; gone with node_modules. */
export const cacheFolder = at('node_modules', '.cache', 'cheyi')

/** The Node 24 that npm installed; the running one where it is new enough and the installed one is not there. */
export function serverNode() {
  const installed = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(installed)) return installed
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new Error('没有找到 Node 24：npm 可能被设置为不运行安装脚本（ignore-scripts）。请取消该设置后重试。')
}

/**
 * Environment for programs of the workspace: Node keeps what it compiled, which halves the server's start.
 * @param {NodeJS.ProcessEnv} [extra]
 */
export function workspaceEnv(extra = {}) {
  return { NODE_COMPILE_CACHE: join(cacheFolder, 'node'), ...process.env, ...extra }
}

/**
 * Runs a script with Node 24 in the workspace's root, its output passed on.
 * @param {string[]} args script and its arguments
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export function spawnNode(args, options = {}) {
  return spawn(serverNode(), args, { cwd: root, stdio: 'inherit', ...options, env: workspaceEnv(options.env) })
}

/**
 * Resolves with the exit code when a program ends; a signal counts as failure.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/**
 * Runs in the foreground: our signals become the child's, its exit code becomes ours. The channel tells the child
 * when we are gone without a word, after `kill -9`.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function runInForeground(args, env) {
  const child = spawnNode(args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  stopWithUs([child])
  process.exitCode = await ended(child)
}

/** Exit codes of the server; server/src/kernel/process/start-error.ts says what they mean. */
const WRONG_CONFIGURATION = 78
const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000
/** Up for so long, it did not fail at its start. */
const STEADY = 60_000

/**
 * Runs a server in the foreground and starts it again when it ends by a fault after it had listened once, with pauses
 * that grow: its database may be away. A start that fails at once is told to whoever started us, by its exit code.
 * @param {string[]} args script and its arguments
 */
export async function keepRunning(args) {
  /** @type {import('node:child_process').ChildProcess[]} */
  const children = []
  const stopped = new AbortController()
  stopWithUs(children, () => stopped.abort())
  let wasUp = false
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const began = performance.now()
    const child = spawnNode(args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
    children[0] = child
    child.on('message', (said) => {
      wasUp ||= said === 'listening'
    })
    process.exitCode = await ended(child)
    if (!wasUp || stopped.signal.aborted || process.exitCode === 0 || process.exitCode === WRONG_CONFIGURATION) return
    if (performance.now() - began > STEADY) pause = FIRST_PAUSE
    console.error(`车驿意外退出（代码 ${process.exitCode}），${pause / 1000} 秒后重新启动…`)
    await sleep(pause, undefined, { signal: stopped.signal }).catch(() => undefined)
    if (stopped.signal.aborted) return
  }
}

/**
 * Ends the children when we are told to end, or when npm that launched us is gone.
 * @param {import('node:child_process').ChildProcess[]} children
 * @param {() => void} [onStop]
 */
export function stopWithUs(children, onStop = () => {}) {
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    onStop()
    for (const child of children) {
      // Windows knows no signals and would end it on the spot; a server understands the end of its channel.
      if (process.platform === 'win32' && child.connected) child.disconnect()
      else child.kill(signal)
    }
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, stop)
  watchLauncher(() => stop('SIGTERM'))
}

/**
 * Runs the body of a script; what goes wrong is told in one line.
 * @param {() => Promise<void>} body
 */
export function script(body) {
  body().catch((error) => {
    console.error(unwritable(error) ?? (error instanceof Error ? error.message : error))
    process.exit(1)
  })
}

/**
 * What the system does not let us write, by an error of its own or of npm, and what to do about it.
 * @param {{ code?: string, path?: string, dest?: string }} error
 * @returns {string | undefined} undefined: it is another error
 */
export function unwritable({ code = '', path = '' }) {
  if (code === 'ENOSPC') return `磁盘已满，无法写入 ${path}。请腾出空间后重试。`
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return undefined
  return `当前用户不能写入 ${path}。请改用该目录的所有者启动，或改正目录的权限后重试。`
}
