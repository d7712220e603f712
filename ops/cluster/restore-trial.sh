#!/bin/sh
# Restores the newest backup of a repository beside the running database, compares the books, and removes it again:
#   sh restore-trial.sh [repository, 1 or 2]
# As postgres, on a standby: it needs as much free space as the database has, and no port.
set -eu
repo=${1:-1}
live=/var/lib/postgresql/cheyi
trial=/var/lib/postgresql/cheyi-trial
bin=/usr/lib/postgresql/17/bin
socket=$(mktemp -d)

end() {
  [ ! -e $trial/postmaster.pid ] || $bin/pg_ctl -D $trial -m immediate stop > /dev/null || true
  rm -rf $trial "$socket"
}
trap end EXIT
trap 'exit 1' INT TERM

need=$(du -sm $live | cut -f1)
free=$(df -m --output=avail /var/lib/postgresql | tail -1)
[ "$free" -gt "$need" ] || { echo "not enough space: $free MB free, the database has $need MB" >&2; exit 1; }

# What an earlier trial left behind when its machine was lost.
rm -rf $trial
mkdir -m 0700 $trial
pgbackrest --stanza=cheyi --repo="$repo" --pg1-path=$trial --type=immediate --target-action=promote --archive-mode=off restore
# Nothing of the cluster: no port, no other machine, no waiting for a standby.
$bin/pg_ctl -D $trial -w -t 3600 -l "$socket/log" -o "-c listen_addresses= -c unix_socket_directories=$socket -c ssl=off \
 -c archive_mode=off -c shared_buffers=64MB -c synchronous_standby_names= -c primary_conninfo= -c primary_slot_name=" start > /dev/null ||
  { cat "$socket/log" >&2; exit 1; }

ask() { psql -X -h "$1" -d "$2" -Atc "$3"; }
tries=0
until [ "$(ask "$socket" postgres 'select pg_is_in_recovery()')" = f ]; do
  tries=$((tries + 1))
  [ $tries -lt 3600 ] || { echo "the recovery does not end" >&2; exit 1; }
  sleep 1
done

# Entries of the ledger are never changed, so those up to ten minutes before the end of the backup are the same in both.
until=$(ask "$socket" cheyi "select coalesce(max(created_at) - interval '10 min', '-infinity') from ledger_txn")
books="select count(*), coalesce(sum(e.debit_fen + e.credit_fen), 0), coalesce(max(t.id), 0)
  from ledger_txn t join ledger_entry e on (e.merchant_id, e.txn_id) = (t.merchant_id, t.id) where t.created_at <= '$until'"
restored=$(ask "$socket" cheyi "$books")
running=$(ask /var/run/postgresql cheyi "$books")
[ "$restored" = "$running" ] || { echo "the books differ: restored $restored, running $running" >&2; exit 1; }
echo "repository $repo was restored and agrees up to $until (entries|sum|last): $restored"
