/*
 * Loaded before everything else, in the syntax of 2019: the Node of Ubuntu 22.04 reads it, and would end with a syntax error in the rest.
 */

const LEAST = 20
const { node } = process.versions

if (Number(node.split('.')[0]) < LEAST) {
  console.error(
    `车驿需要 Node ${LEAST} 或更高版本，现在是 ${node}（${process.execPath}）。请从 https://nodejs.org 安装长期支持版（LTS）后重试。`,
  )
  process.exit(1)
}
