# Providers.
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = { source = "hashicorp/aws", version = "~> 5.0" }
  }
  backend "s3" {
    bucket = "x"
  }
}

provider "aws" {
  region = var.region
}
provider "aws" {
  alias  = "west"
  region = "us-west-1"
}

# Where.
variable "region" {
  type        = string
  description = "Where to run."
  default     = "eu"
  validation {
    condition     = length(var.region) > 1
    error_message = "x"
  }
}

locals {
  prefix = "app"
  tags = {
    Name = local.prefix
  }
}
locals { other = 1 }

data "aws_ami" "ubuntu" {
  most_recent = true
  filter {
    name   = "name"
    values = ["x"]
  }
}

resource "aws_instance" "web" {
  count = 2
  ami   = data.aws_ami.ubuntu.id
  dynamic "ebs" {
    for_each = []
    content {}
  }
  lifecycle { create_before_destroy = true }
  provisioner "local-exec" { command = <<-EOT
    resource "fake" "fake" {}
  EOT
  }
}
module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "1.0"
  providers = { aws = aws.west }
}
output "ip" { value = aws_instance.web[0].public_ip }
moved {
  from = aws_instance.a
  to   = aws_instance.b
}
import {
  to = aws_instance.web
  id = "i-1"
}
check "health" { assert { condition = true
 error_message = "x" } }
ephemeral "random_password" "db" { length = 16 }
run "plan" { command = plan }
removed { from = aws_x.y }
variable "bare" {}
resource "null_resource" "empty" {}
