import './permission-tree.css'
import { useState } from 'react'
import { ChipChecks } from '../frame/chips.tsx'
import { Icon } from '../icon.tsx'
import { Row, Stack } from '../layout.tsx'
import { Checkbox } from './checkbox.tsx'

/** Groups contain rows; a row is itself a leaf or contains the leaves shown as chips. Only leaves are granted. */
export type TreeNode = {
  key: string
  label: string
  /** A leaf that moves or shows money: marked, and counted in the head of its group. */
  isMoney?: boolean
  children?: readonly TreeNode[]
}

export type PermissionTreeProps = {
  groups: readonly TreeNode[]
  /** Keys of the granted leaves. */
  value: ReadonlySet<string>
  onChange: (value: ReadonlySet<string>) => void
  /** Leaves that the current user may not change. */
  locked?: ReadonlySet<string>
  /** Shows only nodes that contain this text, expanded. */
  query?: string
}

/** Keys of all leaves below a node, or its own key when it is a leaf. */
export const leavesOf = (node: TreeNode): string[] => nodesOf(node).map(({ key }) => key)

const nodesOf = (node: TreeNode): readonly TreeNode[] => node.children?.flatMap(nodesOf) ?? [node]

/** A tree with three states: all, some, none; the actions of a page are chips below it. Its groups begin folded. */
export function PermissionTree({ groups, value, onChange, locked, query = '' }: PermissionTreeProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())

  function set(keys: readonly string[], on: boolean) {
    const next = new Set(value)
    for (const key of keys) {
      if (locked?.has(key)) continue
      if (on) next.add(key)
      else next.delete(key)
    }
    onChange(next)
  }
  function toggle(key: string) {
    const next = new Set(opened)
    if (!next.delete(key)) next.add(key)
    setOpened(next)
  }
  const shown = query ? groups.flatMap((group) => matching(group, query) ?? []) : groups
  return (
    <Stack gap={12} className="permission-tree">
      {shown.map((group) => {
        const open = query !== '' || opened.has(group.key)
        const leaves = nodesOf(group)
        const granted = leaves.filter(({ key }) => value.has(key))
        const money = granted.filter(({ isMoney }) => isMoney).length
        return (
          <section key={group.key} className="card">
            <Row gap={12} pad={[0, 16, 0, 0]}>
              <Row
                as="button"
                type="button"
                grow
                gap={16}
                pad={[0, 0, 0, 14]}
                high={52}
                aria-expanded={open}
                onClick={() => toggle(group.key)}
              >
                <Icon name={open ? 'chevron-down' : 'chevron-right'} size={16} className="ink-2" />
                <b className="grow">{group.label}</b>
                <span className="note num">
                  {money > 0 && `资金 ${money} · `}
                  {granted.length} / {leaves.length}
                </span>
              </Row>
              <Mark node={group} value={value} locked={locked} onSet={set} />
            </Row>
            {open &&
              group.children?.map((row) => (
                <div key={row.key} className="row wrap cell-line permission-tree-row">
                  <span className="grow permission-tree-name">{row.label}</span>
                  <Mark node={row} value={value} locked={locked} onSet={set} />
                  {row.children && (
                    <ChipChecks
                      look="wrap"
                      tick
                      label={row.label}
                      options={row.children.map((leaf) => ({
                        value: leaf.key,
                        label: leaf.isMoney ? `¥ ${leaf.label}` : leaf.label,
                        disabled: locked?.has(leaf.key),
                      }))}
                      value={row.children.map((leaf) => leaf.key).filter((key) => value.has(key))}
                      onChange={(chosen) => {
                        const next = new Set(value)
                        for (const leaf of row.children ?? []) next.delete(leaf.key)
                        for (const key of chosen) next.add(key)
                        onChange(next)
                      }}
                    />
                  )}
                </div>
              ))}
          </section>
        )
      })}
    </Stack>
  )
}

type MarkProps = {
  node: TreeNode
  value: ReadonlySet<string>
  locked: ReadonlySet<string> | undefined
  onSet: (keys: readonly string[], on: boolean) => void
}

function Mark({ node, value, locked, onSet }: MarkProps) {
  const leaves = leavesOf(node)
  const granted = leaves.filter((key) => value.has(key)).length
  return (
    <Checkbox
      aria-label={node.label}
      checked={granted === leaves.length}
      partly={granted > 0 && granted < leaves.length}
      disabled={leaves.every((key) => locked?.has(key))}
      onChange={() => onSet(leaves, granted < leaves.length)}
    />
  )
}

/** The node reduced to what contains the text; a node whose label contains it stays complete. */
function matching(node: TreeNode, query: string): TreeNode | undefined {
  if (node.label.includes(query)) return node
  const children = node.children?.flatMap((child) => matching(child, query) ?? [])
  return children?.length ? { ...node, children } : undefined
}
