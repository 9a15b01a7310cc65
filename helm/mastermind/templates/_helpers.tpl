{{- define "mastermind.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* Short enough for "-headless" behind it. */}}
{{- define "mastermind.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 54 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 54 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 54 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "mastermind.selector" -}}
app.kubernetes.io/name: {{ include "mastermind.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "mastermind.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{ include "mastermind.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "mastermind.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "mastermind.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "mastermind.secret" -}}
{{- default (include "mastermind.fullname" .) .Values.secrets.existing -}}
{{- end -}}

{{- define "mastermind.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{- printf "%s@%s" $image.repository $image.digest -}}
{{- else -}}
{{- printf "%s:%s" $image.repository (default .Chart.AppVersion $image.tag) -}}
{{- end -}}
{{- end -}}

{{/* A number as people write it: Helm reads 1000000 as 1e+06. */}}
{{- define "mastermind.number" -}}
{{- if and (kindIs "float64" .) (eq (float64 (int64 .)) .) -}}
{{- int64 . -}}
{{- else -}}
{{- . -}}
{{- end -}}
{{- end -}}

{{- define "mastermind.manyServers" -}}
{{- if or .Values.autoscaling.enabled (gt (int .Values.replicas) 1) -}}true{{- end -}}
{{- end -}}

{{/* What the schema cannot say, since it takes more than one value, and what it would tell
     too much about: its messages repeat the value, which may be a secret. */}}
{{- define "mastermind.check" -}}
{{- $values := .Values -}}
{{- if not (regexMatch "^(memory://|rediss?://.+)$" $values.store.url) -}}
  {{- fail "store.url begins with one of memory://, redis://, rediss://" -}}
{{- end -}}
{{- if not (regexMatch "^([^,]{16,}(,[^,]{16,})*)?$" $values.secrets.keys) -}}
  {{- fail "secrets.keys: a key has 16 characters at least" -}}
{{- end -}}
{{- if not (regexMatch "^([^,=]+=[^,]{16,}(,[^,=]+=[^,]{16,})*)?$" $values.secrets.apiKeys) -}}
  {{- fail "secrets.apiKeys: each is NAME=KEY, a key 16 characters at least" -}}
{{- end -}}
{{- $shared := or $values.secrets.existing (not (hasPrefix "memory://" $values.store.url)) -}}
{{- if $values.secrets.existing -}}
  {{- if or $values.secrets.keys $values.secrets.apiKeys (ne $values.store.url "memory://") -}}
    {{- fail "secrets.existing holds the store's URL and all keys: leave store.url, secrets.keys and secrets.apiKeys alone" -}}
  {{- end -}}
{{- else if and $shared (not $values.secrets.keys) -}}
  {{- fail "a shared store needs secrets.keys (or secrets.existing): all servers sign with the same keys" -}}
{{- end -}}
{{- if and (not $shared) (include "mastermind.manyServers" .) -}}
  {{- fail "memory:// is one server's own: set store.url to a redis:// URL, or run one replica without autoscaling" -}}
{{- end -}}
{{- if and $values.autoscaling.enabled (lt (int $values.autoscaling.maxReplicas) (int $values.autoscaling.minReplicas)) -}}
  {{- fail "autoscaling.maxReplicas is less than autoscaling.minReplicas" -}}
{{- end -}}
{{- $ports := list $values.ports.grpc $values.ports.http $values.ports.admin -}}
{{- if ne (len (uniq $ports)) 3 -}}
  {{- fail "ports.grpc, ports.http and ports.admin must differ" -}}
{{- end -}}
{{- end -}}
