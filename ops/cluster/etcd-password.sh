#!/bin/sh
# Switches the passwords of etcd on, once for the three machines, when etcd runs on all of them: as root on one of them,
#   set -a; . /etc/cheyi/cluster.env; set +a; sh etcd-password.sh
# `root` may everything, `patroni` reads and writes its own keys. A second run changes nothing. Passwords are read from the
# environment, so that no list of processes shows them.
set -eu
export ETCDCTL_ENDPOINTS="https://$ADDRESS:2379"
export ETCDCTL_CACERT=/etc/cheyi/ca.crt
export ETCDCTL_CERT="/etc/cheyi/$NODE-etcd.crt"
export ETCDCTL_KEY="/etc/cheyi/$NODE-etcd.key"

# With passwords on, a question without one is refused; with them off, one with one is answered.
if ETCDCTL_USER="root:$ETCD_ROOT_PASSWORD" etcdctl auth status 2> /dev/null | grep -q 'Authentication Status: true'; then
  echo "passwords are on"
  exit 0
fi
there() { etcdctl user get "$1" > /dev/null 2>&1; }
there root || printf '%s' "$ETCD_ROOT_PASSWORD" | etcdctl user add root --interactive=false
etcdctl user grant-role root root > /dev/null
etcdctl role get patroni > /dev/null 2>&1 || etcdctl role add patroni
etcdctl role grant-permission patroni --prefix=true readwrite /service/cheyi/ > /dev/null
there patroni || printf '%s' "$ETCD_PASSWORD" | etcdctl user add patroni --interactive=false
etcdctl user grant-role patroni patroni > /dev/null
etcdctl auth enable
