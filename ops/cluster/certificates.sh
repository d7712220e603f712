#!/bin/sh
# Makes a certificate authority in the current folder, and two certificates for each machine: n1 for PostgreSQL and Patroni, and
# n1-etcd for etcd, which is another user and must not read the first key.
#   sh certificates.sh n1=10.0.0.21 n2=10.0.0.22 n3=10.0.0.23    makes what is missing or ends within 90 days
#   sh certificates.sh --renew n1=10.0.0.21                      makes these anew
#   sh certificates.sh --expiry [files]                          days that are left; exit code 1 below 30
# A later run with the same folder adds machines. Keep ca.key away from them.
set -eu
umask 077
DAY=86400
LIFE=825
SOON=90
LATE=30

# Names are in subjectAltName alone: with passwords on, etcd refuses Patroni a certificate that has a CommonName.
# Written under other names first. A key that an interruption left beside the certificate of another one is found by `fits`.
issue() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days $LIFE -CA ca.crt -CAkey ca.key -subj "/O=cheyi $1" \
    -addext "subjectAltName=DNS:$1,DNS:localhost,IP:$2,IP:127.0.0.1" -addext "basicConstraints=critical,CA:FALSE" \
    -keyout "$1$3.key.new" -out "$1$3.crt.new" 2> "$1$3.log" || { cat "$1$3.log" >&2; exit 1; }
  rm -f "$1$3.log"
  mv "$1$3.key.new" "$1$3.key"
  mv "$1$3.crt.new" "$1$3.crt"
  chmod 0644 "$1$3.crt"
  echo "made: $1$3.crt"
}

fits() {
  [ -e "$1.crt" ] && [ "$(openssl x509 -in "$1.crt" -noout -pubkey)" = "$(openssl pkey -in "$1.key" -pubout 2> /dev/null)" ]
}

ends() { date -d "$(openssl x509 -in "$1" -noout -enddate | cut -d= -f2)" +%s; }

if [ "${1:-}" = --expiry ]; then
  shift
  [ $# -gt 0 ] || set -- ./*.crt
  late=0
  for file in "$@"; do
    left=$((($(ends "$file") - $(date +%s)) / DAY))
    echo "$left days: $file"
    [ $left -ge $LATE ] || late=1
  done
  exit $late
fi

anew=no
if [ "${1:-}" = --renew ]; then
  anew=yes
  shift
fi
if [ ! -e ca.key ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj "/CN=cheyi database" \
    -keyout ca.key.new -out ca.crt.new 2> /dev/null
  mv ca.crt.new ca.crt
  mv ca.key.new ca.key
  chmod 0644 ca.crt
fi
for machine in "$@"; do
  name=${machine%%=*}
  for part in "" -etcd; do
    file=$name$part.crt
    if [ $anew = yes ] || ! fits "$name$part" || ! openssl x509 -in "$file" -noout -checkend $((SOON * DAY)) > /dev/null; then
      issue "$name" "${machine#*=}" "$part"
    fi
  done
done
